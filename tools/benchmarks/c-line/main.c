// The steps of a reading from its commit to the news of its delivery, in C, with SQLite, Mosquitto, libmosquitto and
// libcurl alone: the limit that the line's processor time is held against.
//
//   vitalbus-bench-c-line FOLDER SERVER READINGS PARALLEL OUTBOX SUBMIT GRANT ATTEMPTS ANSWER EVENTS
//
// FOLDER is empty: broker and stores come there. Each line of the file READINGS is a POST: URL, headers and body, with
// tabs between them. PARALLEL is how many POSTs run at a time; the others are sizes of groups, see line.h.
//
// Three processes as in the measured line, each with its store (WAL, synchronous=FULL) and its connection: a producer, an
// owner, an uploader. It prints a line of JSON, and ends with 1 where a reading was lost or doubled on the way.
#include "line.h"

#include <curl/curl.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// A run that takes longer than this hangs.
#define SECONDS 120

static struct told *told;
static int ready_pipe[2], start_pipe[2];
static double processor_before;

void ready(enum part part) {
    char byte = 0;
    if (write(ready_pipe[1], &byte, 1) != 1) fail("main", "is gone");
    // The producer alone begins; the others wait for it on the bus.
    if (part == PRODUCER && read(start_pipe[0], &byte, 1) != 1) fail("main", "is gone");
    processor_before = processor_seconds();
}

void done(enum part part, const struct store *store, const struct bus *bus) {
    told->processor[part] = processor_seconds() - processor_before;
    told->commits[part] = store->commits;
    told->messages[part] = bus->messages;
}

void tell_wall(double seconds) { told->wall = seconds; }

static void pipes(void) {
    told = mmap(NULL, sizeof *told, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (told == MAP_FAILED || pipe(ready_pipe) != 0 || pipe(start_pipe) != 0) fail("main", strerror(errno));
}

static pid_t child(void) {
    pid_t process = fork();
    if (process < 0) fail("main", strerror(errno));
    if (process == 0) prctl(PR_SET_PDEATHSIG, SIGKILL);
    return process;
}

static double processor_of(pid_t process) {
    clockid_t clock;
    struct timespec time;
    if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0) fail("the broker", "is gone");
    return time.tv_sec + time.tv_nsec / 1e9;
}

// Starts a Mosquitto that only this user reaches, on a Unix socket.
static pid_t start_broker(const struct plan *plan) {
    char path[4096];
    struct stat status;
    snprintf(path, sizeof path, "%s/mosquitto.conf", plan->folder);
    FILE *file = fopen(path, "w");
    if (!file || chmod(plan->folder, 0700) != 0) fail(plan->folder, strerror(errno));
    fprintf(file, "listener 0 %s/mqtt.sock\nallow_anonymous true\npersistence false\nmax_queued_messages 50000\n",
            plan->folder);
    fprintf(file, "set_tcp_nodelay true\nlog_dest stderr\nlog_type error\n%s", getuid() == 0 ? "user root\n" : "");
    fclose(file);
    pid_t broker = child();
    if (broker == 0) {
        char log[4096];
        snprintf(log, sizeof log, "%s/mosquitto.log", plan->folder);
        if (!freopen(log, "w", stderr)) _exit(1);
        execlp("mosquitto", "mosquitto", "-c", path, (char *)NULL);
        execl("/usr/sbin/mosquitto", "mosquitto", "-c", path, (char *)NULL);
        _exit(127);
    }
    snprintf(path, sizeof path, "%s/mqtt.sock", plan->folder);
    for (double end = clock_seconds() + 10; stat(path, &status) != 0;) {
        if (clock_seconds() > end || waitpid(broker, NULL, WNOHANG) != 0) fail("mosquitto", "does not start: see mosquitto.log");
        nanosleep(&(struct timespec){.tv_nsec = 10 * 1000 * 1000}, NULL);
    }
    return broker;
}

static size_t keep_answer(char *bytes, size_t size, size_t count, void *context) {
    char *answer = context;
    if (strlen(answer) + size * count < 4096) strncat(answer, bytes, size * count);
    return size * count;
}

int accepted_by(const char *server) {
    char url[4096], answer[4096] = "";
    CURL *easy = curl_easy_init();
    if (!easy) fail("memory", "none is left");
    snprintf(url, sizeof url, "%s/_control/summary", server);
    curl_easy_setopt(easy, CURLOPT_URL, url);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, keep_answer);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, answer);
    CURLcode result = curl_easy_perform(easy);
    curl_easy_cleanup(easy);
    if (result != CURLE_OK) fail(url, curl_easy_strerror(result));
    const char *field = strstr(answer, "\"accepted\":");
    if (!field) fail(url, "tells no count");
    return atoi(field + strlen("\"accepted\":"));
}

static void read_lines(struct plan *plan) {
    FILE *file = fopen(plan->readings, "r");
    if (!file) fail(plan->readings, strerror(errno));
    char *line = NULL;
    size_t room = 0;
    for (ssize_t length; (length = getline(&line, &room, file)) > 1;) {
        line[length - 1] = 0;
        plan->lines = realloc(plan->lines, (size_t)(plan->count + 1) * sizeof *plan->lines);
        if (!plan->lines || !(plan->lines[plan->count++] = strdup(line))) fail("memory", "none is left");
    }
    free(line);
    fclose(file);
    if (plan->count == 0) fail(plan->readings, "has no readings");
}

static void start_parts(struct plan *plan, pid_t parts[3]) {
    static void (*const work[3])(struct plan *) = {produce, own, upload};
    for (int part = 0; part < 3; part++) {
        parts[part] = child();
        if (parts[part] > 0) continue;
        work[part](plan);
        exit(0);
    }
    for (int count = 0; count < 3;) {
        struct pollfd waiting = {.fd = ready_pipe[0], .events = POLLIN};
        char bytes[3];
        if (poll(&waiting, 1, 100) > 0) count += (int)read(ready_pipe[0], bytes, sizeof bytes);
        if (waitpid(-1, NULL, WNOHANG) != 0) fail("a process", "failed before it was ready");
    }
}

static void wait_for(const pid_t parts[3]) {
    for (int ended = 0, status; ended < 3;) {
        pid_t process = wait(&status);
        if (process < 0) fail("main", strerror(errno));
        if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) fail("a process", "failed");
        for (int part = 0; part < 3; part++) ended += process == parts[part];
    }
}

static void print(const struct plan *plan, double broker) {
    const double *parts = told->processor;
    printf("{\"readings\":%d,\"wallSeconds\":%.6f,", plan->count, told->wall);
    printf("\"selfSeconds\":%.6f,\"brokerSeconds\":%.6f,", parts[0] + parts[1] + parts[2], broker);
    printf("\"producerSeconds\":%.6f,\"ownerSeconds\":%.6f,\"uploaderSeconds\":%.6f,", parts[0], parts[1], parts[2]);
    printf("\"commits\":%ld,", told->commits[0] + told->commits[1] + told->commits[2]);
    printf("\"messages\":%ld}\n", told->messages[0] + told->messages[1] + told->messages[2]);
}

static struct group group(const char *word) { return (struct group){.size = atof(word)}; }

int main(int count, char **words) {
    if (count != 11) {
        fprintf(stderr, "use: c-line FOLDER SERVER READINGS PARALLEL OUTBOX SUBMIT GRANT ATTEMPTS ANSWER EVENTS\n");
        return 64;
    }
    struct plan plan = {.folder = words[1], .server = words[2], .readings = words[3], .parallel = atoi(words[4])};
    struct group *groups[] = {&plan.outbox, &plan.submit, &plan.grant, &plan.attempts, &plan.answer, &plan.events};
    for (int i = 0; i < 6; i++) {
        *groups[i] = group(words[5 + i]);
        if (groups[i]->size < 1 || groups[i]->size > OPEN_LIMIT / 8) fail(words[5 + i], "must be a size from 1 to 64");
    }
    if (plan.parallel < 1 || plan.parallel > 256) fail(words[4], "must be from 1 to 256");
    alarm(SECONDS);
    signal(SIGPIPE, SIG_IGN);
    curl_global_init(CURL_GLOBAL_DEFAULT);
    read_lines(&plan);
    pipes();
    pid_t parts[3], broker = start_broker(&plan);
    int before = accepted_by(plan.server);
    start_parts(&plan, parts);
    double used = processor_of(broker);
    if (write(start_pipe[1], "", 1) != 1) fail("the producer", "is gone");
    wait_for(parts);
    used = processor_of(broker) - used;
    int accepted = accepted_by(plan.server) - before;
    kill(broker, SIGTERM);
    waitpid(broker, NULL, 0);
    if (accepted != plan.count) fail("the server", "has not accepted as many as were submitted");
    print(&plan, used);
    return 0;
}
