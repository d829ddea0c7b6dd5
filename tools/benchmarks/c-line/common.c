#include "line.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

_Noreturn void fail(const char *what, const char *why) {
    fprintf(stderr, "c-line: %s: %s\n", what, why);
    exit(1);
}

static double seconds(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return now.tv_sec + now.tv_nsec / 1e9;
}

double processor_seconds(void) { return seconds(CLOCK_PROCESS_CPUTIME_ID); }
double clock_seconds(void) { return seconds(CLOCK_MONOTONIC); }

static int next_size(const struct group *group) {
    // A hair more, since sums of such as 5.6 are not exact.
    return (int)(group->due + group->size + 1e-6);
}

int group_size(struct group *group) {
    int size = next_size(group);
    group->due += group->size - size;
    return size;
}

bool is_group_due(const struct group *group, int waiting, int came, int count) {
    return waiting > 0 && (waiting >= next_size(group) || came == count);
}

static void make_room(struct text *text, size_t more) {
    if (text->length + more <= text->room) return;
    text->room = 2 * (text->length + more);
    text->bytes = realloc(text->bytes, text->room);
    if (!text->bytes) fail("memory", "none is left");
}

void text_clear(struct text *text) {
    text->length = 0;
    make_room(text, ENVELOPE);
    memset(text->bytes, ' ', ENVELOPE);
    text->length = ENVELOPE;
}

void text_add(struct text *text, int number, const char *line) {
    size_t length = line ? strlen(line) : 0;
    make_room(text, length + 16);
    text->length += (size_t)sprintf(text->bytes + text->length, "%d", number);
    if (line) {
        text->bytes[text->length++] = '\t';
        memcpy(text->bytes + text->length, line, length);
        text->length += length;
    }
    text->bytes[text->length++] = '\n';
}

bool next_line(char **rest, int *number, char **line) {
    char *end = strchr(*rest, '\n');
    if (!end) return false;
    *end = 0;
    *number = (int)strtol(*rest, line, 10);
    if (**line == '\t') (*line)++;
    *rest = end + 1;
    return true;
}
