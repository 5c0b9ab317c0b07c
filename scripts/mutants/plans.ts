// The parts that are changed line by line (docs/judges.md), and everyday tests that look at each.

interface Plan {
  readonly sources: readonly string[];
  readonly tests: readonly string[];
}

const plan = (
  [from, sources]: readonly [string, string],
  [tested, tests]: readonly [string, string],
): Plan => ({
  sources: sources.split(' ').map((name) => `${from}/${name}.ts`),
  tests: tests.split(' ').map((name) => `${tested}/${name}.test.ts`),
});

export const plans: Readonly<Partial<Record<string, Plan>>> = {
  machines: plan(
    [
      'src/explicit/machines',
      'machine state atomicBlock memory waiting trace fullSchedule wide thread rmw pso effects storeBuffer tso sc runSchedule pslo',
    ],
    [
      'test',
      'explicit/machines/accesses explicit/machines/executions explicit/machines/steps explicit/machines/schedules explicit/machines/findings explicit/machines/plain explicit/reference explicit/widths explicit/dpor/regressions explicit/monitors/diversions explicit/pslo',
    ],
  ),
  states: plan(
    [
      'src/explicit/states',
      'stateName persistentSet search likeThreads footprints liveSlots memoryName reach stateSet straightRuns eachChoice',
    ],
    [
      'test/explicit/states',
      'instructions nameParts likeThreads footprints counts reduced names persistentSet exchange search',
    ],
  ),
  symmetry: plan(
    ['src/explicit/symmetry', 'groups course likeness holders exchange'],
    ['test/explicit', 'symmetry/groups symmetry/course symmetry/symmetry states/exchange'],
  ),
  conversions: plan(
    ['src/frontend/c', 'check/conversions check/operators emit/scalars types'],
    [
      'test/frontend/c',
      'types check/promotions check/conversions check/diagnostics emit/division language meaning/values meaning/evaluated meaning/words meaning/floats emit/language',
    ],
  ),
};
