// A page has no V8 flags to set: modules load as they do.

export const validatedLazily = undefined;
export const underFlag = <T>(_flag: undefined, work: () => Promise<T>): Promise<T> => work();
export const underUsualFlags = <T>(work: () => Promise<T>): Promise<T> => work();
