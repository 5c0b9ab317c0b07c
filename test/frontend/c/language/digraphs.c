%:include <assert.h>
%:define TEXT(a) %:a
#define JOIN(a, b) a %:%: b
int main(void)
<%
  int v<:2:> = <% 1, 2 %>;
  int JOIN(v, w) = v<:1:>;
  assert(vw == 2);
  assert(sizeof TEXT(<:) == 3 && TEXT(<:)[0] == '<');
  assert("%:"[0] == '%');
  return 0;
%>
