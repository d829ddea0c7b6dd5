// Runs a program and prints what it cost, as the kernel tells it when the program has ended (wait4(2)).
//
//   vitalbus-bench-cost PROGRAM ARGUMENT...
//
// One line: seconds of processor time in the program, the same in the kernel, seconds by the clock, KiB of memory at the
// peak, and the exit status. The program's standard output goes nowhere. In C and small, because the kernel counts the
// memory of whoever starts a program, up to its exec, as the program's.

#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double seconds(struct timeval time) { return time.tv_sec + time.tv_usec / 1e6; }

int main(int argc, char **argv) {
    if (argc < 2) {
        fprintf(stderr, "usage: vitalbus-bench-cost PROGRAM ARGUMENT...\n");
        return 64;
    }
    struct timespec begun, ended;
    clock_gettime(CLOCK_MONOTONIC, &begun);
    pid_t child = fork();
    if (child < 0) return 71;
    if (child == 0) {
        int nowhere = open("/dev/null", O_WRONLY);
        if (nowhere >= 0) dup2(nowhere, STDOUT_FILENO);
        execvp(argv[1], argv + 1);
        perror(argv[1]);
        _exit(127);
    }
    int status;
    struct rusage usage;
    if (wait4(child, &status, 0, &usage) != child) return 71;
    clock_gettime(CLOCK_MONOTONIC, &ended);
    double wall = (ended.tv_sec - begun.tv_sec) + (ended.tv_nsec - begun.tv_nsec) / 1e9;
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    printf("%.6f %.6f %.6f %ld %d\n", seconds(usage.ru_utime), seconds(usage.ru_stime), wall, usage.ru_maxrss, code);
    return 0;
}
