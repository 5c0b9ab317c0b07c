#pragma once
typedef struct { long __saved[8]; } jmp_buf[1], sigjmp_buf[1];
