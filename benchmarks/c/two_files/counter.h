#ifndef COUNTER_H
#define COUNTER_H

void counter_advance(void);
int counter_value(void);

#endif
