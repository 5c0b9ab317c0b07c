#include <netinet/in.h>
#define TCP_NODELAY 1
