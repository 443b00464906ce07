/*
 * The loops of the graph engine as a C programmer would write them: what is in reach of one component, and which state each component in reach is
 * expected to fall to. Reads the engine's own arrays from a file (kernelReference.ts writes it) and prints results and times as JSON.
 *
 * usage: kernelReference FILE ROUNDS
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TRAVELS = 1, OUTAGE = 3 };

static struct {
  int32_t nodes, entries, slots, groups, members, origin, depth_limit, grouped_from, grouped_below;
} head;

/* Row n is values[starts[n]] .. values[starts[n] + lengths[n]): attribute << 24 | neighbour. The slot of the edge stands beside it. */
static int32_t *starts, *lengths, *values, *slots;
/* By slot; a group is stored plus one. */
static int32_t *causes, *group_of;
/* By redundancy group: its slots, and how many of its targets must work. */
static int32_t *member_starts, *member_lengths, *member_slots, *minimums;
static uint8_t *attributes, *verdicts, *passes;

/* A node is in reach if 0 <= stamps[node] - base <= depth_limit; the difference is its depth. */
static int32_t *stamps, *queue, *worklist, *marks;
static uint8_t *severities;
static int32_t base = 1, highest = 0, mark = 0, count, beyond, stopped;

/* By group. A tally is open if its query is the current one. */
static struct tally { int32_t query, needed, failing[OUTAGE + 1], last_target, last_severity; } *tallies;
static int32_t query = 0;

static void reach(void) {
  base = highest + 1;
  query++;
  stopped = 0;
  int32_t tail = 1, level_start = 0;
  queue[0] = head.origin;
  stamps[head.origin] = base;
  severities[head.origin] = OUTAGE;
  for (int32_t depth = 0; level_start < tail && depth <= head.depth_limit; depth++) {
    const int32_t level_end = tail, stamp = base + depth + 1;
    count = level_end;
    for (int32_t at = level_start; at < level_end; at++) {
      const int32_t node = queue[at];
      int is_stopped = 0;
      for (int32_t i = starts[node], end = i + lengths[node]; i < end; i++) {
        const uint32_t edge = (uint32_t)values[i];
        const int32_t neighbour = (int32_t)(edge & 0xffffff);
        if (verdicts[edge >> 24] != TRAVELS) {
          is_stopped = 1;
        } else if (stamps[neighbour] < base) {
          stamps[neighbour] = stamp;
          severities[neighbour] = 0;
          queue[tail++] = neighbour;
        }
      }
      stopped += is_stopped;
    }
    highest = stamp;
    level_start = level_end;
  }
  beyond = tail - count;
}

/* What a redundancy group passes on now that one more target passes `severity` on to it. */
static int passed_by_group(int32_t slot, int32_t target, int severity) {
  const int32_t group = group_of[slot] - 1;
  struct tally *tally = &tallies[group];
  if (tally->query != query) {
    int32_t targets = 0;
    mark++;
    for (int32_t i = member_starts[group], end = i + member_lengths[group]; i < end; i++) {
      const int32_t cause = causes[member_slots[i]];
      if (verdicts[attributes[member_slots[i]]] == TRAVELS && marks[cause] != mark) {
        marks[cause] = mark;
        targets++;
      }
    }
    memset(tally, 0, sizeof *tally);
    tally->query = query;
    tally->needed = targets - (minimums[group] < targets ? minimums[group] : targets) + 1;
    tally->last_target = -1;
  }
  int counted = tally->last_target == target ? tally->last_severity : 0;
  while (counted < severity) tally->failing[++counted]++;
  tally->last_target = target;
  tally->last_severity = counted;
  int reached = OUTAGE;
  while (reached > 0 && tally->failing[reached] < tally->needed) reached--;
  return reached;
}

/* No edge and no group passes on more than it receives, so severities settle from Outage downwards. */
static void settle(void) {
  for (int level = OUTAGE; level >= 1; level--) {
    int32_t tail = 0;
    for (int32_t i = 0; i < count; i++)
      if (severities[queue[i]] == level) worklist[tail++] = queue[i];
    for (int32_t at = 0; at < tail; at++) {
      const int32_t node = worklist[at];
      for (int32_t i = starts[node], end = i + lengths[node]; i < end; i++) {
        const uint32_t edge = (uint32_t)values[i], attribute = edge >> 24;
        int passed = passes[attribute << 2 | (uint32_t)level];
        if (passed == 0) continue;
        const int32_t dependent = (int32_t)(edge & 0xffffff), depth = stamps[dependent] - base;
        if (depth < 0 || depth > head.depth_limit || severities[dependent] >= passed) continue;
        if ((int32_t)attribute >= head.grouped_from && (int32_t)attribute < head.grouped_below) {
          passed = passed_by_group(slots[i], node, passed);
          if (passed <= severities[dependent]) continue;
        }
        severities[dependent] = (uint8_t)passed;
        if (passed == level) worklist[tail++] = dependent;
      }
    }
  }
}

/* FNV-1a over depth and severity of every node. */
static uint32_t digest(void) {
  uint32_t hash = 2166136261u;
  for (int32_t node = 0; node < head.nodes; node++) {
    const int32_t depth = stamps[node] - base;
    const uint32_t told = depth < 0 || depth > head.depth_limit ? 0 : (uint32_t)((depth + 1) * 4 + severities[node]);
    hash = (hash ^ told) * 16777619u;
  }
  return hash;
}

static double now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static void measure(const char *name, int with_states, int rounds, const char *after) {
  double *times = malloc(sizeof *times * (size_t)rounds);
  if (times == NULL) exit(1);
  for (int round = -rounds; round < rounds; round++) {
    const double from = now_ms();
    reach();
    if (with_states) settle();
    if (round >= 0) times[round] = now_ms() - from;
  }
  printf("\"%s\":{\"count\":%d,\"beyond\":%d,\"stopped\":%d,\"digest\":%u,\"times\":[", name, count, beyond, stopped, digest());
  for (int round = 0; round < rounds; round++) printf("%s%.6f", round > 0 ? "," : "", times[round]);
  printf("]}%s", after);
  free(times);
}

static FILE *file;

static void *read_in(int32_t length, size_t size) {
  void *array = calloc((size_t)length + 1, size);
  if (array == NULL || fread(array, size, (size_t)length, file) != (size_t)length) exit(1);
  return array;
}

static void *empty(int32_t length, size_t size) {
  void *array = calloc((size_t)length + 1, size);
  if (array == NULL) exit(1);
  return array;
}

int main(int argc, char **argv) {
  if (argc != 3 || (file = fopen(argv[1], "rb")) == NULL || fread(&head, sizeof head, 1, file) != 1) return 1;
  starts = read_in(head.nodes, sizeof *starts);
  lengths = read_in(head.nodes, sizeof *lengths);
  values = read_in(head.entries, sizeof *values);
  slots = read_in(head.entries, sizeof *slots);
  causes = read_in(head.slots, sizeof *causes);
  group_of = read_in(head.slots, sizeof *group_of);
  member_starts = read_in(head.groups, sizeof *member_starts);
  member_lengths = read_in(head.groups, sizeof *member_lengths);
  member_slots = read_in(head.members, sizeof *member_slots);
  minimums = read_in(head.groups, sizeof *minimums);
  attributes = read_in(head.slots, 1);
  verdicts = read_in(256, 1);
  passes = read_in(1024, 1);
  fclose(file);
  stamps = empty(head.nodes, sizeof *stamps);
  queue = empty(head.nodes, sizeof *queue);
  worklist = empty(head.nodes, sizeof *worklist);
  marks = empty(head.nodes, sizeof *marks);
  severities = empty(head.nodes, 1);
  tallies = empty(head.groups, sizeof *tallies);
  printf("{");
  measure("reach", 0, atoi(argv[2]), ",");
  measure("states", 1, atoi(argv[2]), "}\n");
  return 0;
}
