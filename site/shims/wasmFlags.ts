// A page has no V8 flags to set: modules load as they do.

export const validatedLazily = undefined;
export const neverOptimised = undefined;
export const underFlag = <T>(_flag: undefined, load: () => Promise<T>): Promise<T> => load();
