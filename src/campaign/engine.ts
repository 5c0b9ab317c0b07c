// An engine on other machines, for callers that steer engines themselves, as fence synthesis does.

import type { Engine, EngineName, Limits } from '../verdict/engine.js';
import type { Nearby } from './nearby.js';
import { respondentElsewhere } from './respondent.js';
import type { Workplace } from './workplace.js';

export function engineElsewhere(name: EngineName, place: Workplace, near?: Nearby): Engine {
  const under = (limits: Limits): ReturnType<typeof respondentElsewhere> =>
    respondentElsewhere(
      name,
      place,
      limits.timeLimitMs === undefined ? undefined : Math.ceil(limits.timeLimitMs),
      undefined,
      near,
    );
  return {
    name,
    elsewhere: true,
    async explore(program, model, limits, show) {
      const { answer } = await under(limits).explore({
        program,
        model,
        limits,
        showAll: true,
        onFound: (claim, shown) => {
          if (shown !== undefined) show(claim, shown);
        },
      });
      return answer;
    },
    async robust(program, model, limits) {
      const answer = model === 'sc' ? undefined : await under(limits).robust({ program, model, limits });
      return answer ?? { robust: null, cutLoops: [], statistics: { ms: 0 } };
    },
  };
}
