/* Hints for Goblint; programs use no name of it. */
