#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static int sum(int n, int m, int a[n][m]);
static int sum(int n, int m, int a[n][m]) { int s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) s += a[i][j]; return s; }
static int last(int n, int (*a)[n], int k) { a += k; int *r = a[0]; return r[n - 1]; }
int shared;
static void *run(void *arg) {
  int n = *(int *)arg;
  int a[n][n + 1];
  assert(sizeof a == n * (n + 1) * sizeof(int) && sizeof a[0] == (n + 1) * sizeof(int));
  for (int i = 0; i < n; i++) for (int j = 0; j <= n; j++) a[i][j] = i * 10 + j;
  assert(a[1][2] == 12 && *(*(a + 1) + 1) == 11);
  assert(sum(n, n + 1, a) == 36);
  assert(last(n + 1, a, 1) == 12);
  int (*h)[n] = malloc(sizeof(int[2][n]));
  h[1][0] = 7; h[0][1] = 8; h[0][0] = 1; h[1][1] = 2;
  assert(sum(2, n, h) == 18);
  int (*c)[n] = (int (*)[n])h[0];
  assert(c[1][0] == 7 && (char *)&c[1] - (char *)c == n * sizeof(int));
  typedef short row[n];
  row r; r[1] = 4; assert(sizeof(row) == 2 * n && r[1] == 4);
  char z[2][n]; memset(z[1], 5, 2); assert(z[1][1] == 5);
  free(h);
  shared++;
  return 0;
}
int main(void) { pthread_t t; int n = 2; n = n + shared; pthread_create(&t, 0, run, &n); pthread_join(t, 0); assert(shared == 1); }
