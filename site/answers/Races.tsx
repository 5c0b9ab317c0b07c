// Data races of the program's SC executions.

import { Empty } from '../parts/Empty.js';
import { Place } from '../parts/Place.js';
import { languageOf, type RaceView } from '../protocol.js';
import { answer } from '../state/asking.js';
import { hoveredSpot } from '../state/pointer.js';
import { open, shown } from '../state/run.js';
import { pane } from '../state/view.js';
import { Waiting } from './Answer.js';

export function Races() {
  const known = answer.value;
  if (known !== undefined && languageOf(known.source) === 'litmus')
    return (
      <Empty
        title="No data race"
        text="The accesses of a litmus test count as atomic. Races are looked for in C programs."
      />
    );
  if (known === undefined || known.races.length === 0)
    return <Waiting question="races" idle="Races are asked about when the states are known." />;
  const keys = new Map<string, { readonly race: RaceView; readonly by: string[] }>();
  for (const { engine, answer: one } of known.races)
    for (const race of one.races) {
      const entry = keys.get(race.key) ?? { race, by: [] };
      keys.set(race.key, entry);
      entry.by.push(engine);
    }
  const engines = known.races.filter(({ answer: one }) => one.raceFree !== null).map(({ engine }) => engine);
  const bounded = [...new Set(known.races.flatMap(({ answer: one }) => one.bounded))];
  if (keys.size === 0)
    return engines.length === 0 ? (
      <Empty title="No answer" text="No engine could see every execution." />
    ) : (
      <Empty
        title="No data race in SC executions"
        text={`Every execution under SC was seen by ${engines.join(' and ')}${bounded.length > 0 ? `, up to a bound: ${bounded.join('; ')}` : ''}.`}
      />
    );
  return (
    <section>
      <h2>
        Data races <span class="count">{keys.size}</span>
      </h2>
      {[...keys.values()].map(({ race, by }) => (
        <RaceCard key={race.key} race={race} by={by} />
      ))}
    </section>
  );
}

function RaceCard({
  race: { key, cell, sides, missing, run },
  by,
}: {
  race: RaceView;
  by: readonly string[];
}) {
  return (
    <div class={`race-card ${shown.value?.key === key ? 'on' : ''}`}>
      <div class="row">
        <b>
          on <code>{cell}</code>
        </b>
        {run !== undefined && (
          <button
            type="button"
            class="btn small"
            aria-label={`Show the race on ${cell}`}
            onClick={() => {
              open(run, `a data race on ${cell}`, key);
              pane.value = 'execution';
            }}
          >
            Show
          </button>
        )}
      </div>
      {sides.map(({ thread, does, how, at }) => (
        <p
          key={`${thread} ${does} ${at?.line}`}
          onMouseEnter={() => {
            hoveredSpot.value = at;
          }}
          onMouseLeave={() => {
            hoveredSpot.value = undefined;
          }}
        >
          <span class="thread-name">{thread}</span> {does} it ({how})<span class="grow" />
          {at !== undefined && <Place at={at} />}
        </p>
      ))}
      <small>
        {missing} · found by {by.join(' and ')}
      </small>
    </div>
  );
}
