// Headings under which help lists the options that only one part of diptych reads.

export const explicitGroup = 'Explicit engine:';
export const symbolicGroup = 'Symbolic engine:';
export const cGroup = 'C programs:';
export const compilerGroup = 'Programs read through a compiler:';
export const campaignGroup = 'Other machines:';
