// One pass of libxml2's SAX2 over an export, as a program in C does it: what the importer's rate is held against.
//
//   vitalbus-bench-sax FILE
//
// Counts elements and the bytes of their attributes' values, and prints both. Nothing is decoded, stored or added up.

#include <libxml/parser.h>
#include <stdio.h>
#include <string.h>

struct count {
    unsigned long elements, bytes;
};

static void start(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri, int namespaces,
                  const xmlChar **declared, int attributes, int defaulted, const xmlChar **values) {
    (void)name, (void)prefix, (void)uri, (void)namespaces, (void)declared, (void)defaulted;
    struct count *count = context;
    count->elements++;
    /* Five pointers an attribute: name, prefix, URI, the value's begin and end. */
    for (int index = 0; index < attributes; index++) count->bytes += values[index * 5 + 4] - values[index * 5 + 3];
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: vitalbus-bench-sax FILE\n");
        return 64;
    }
    xmlSAXHandler handler;
    memset(&handler, 0, sizeof handler);
    handler.initialized = XML_SAX2_MAGIC;
    handler.startElementNs = start;
    struct count count = {0, 0};
    int error = xmlSAXUserParseFile(&handler, &count, argv[1]);
    printf("%lu %lu\n", count.elements, count.bytes);
    xmlCleanupParser();
    return error == 0 ? 0 : 65;
}
