// What is loaded first: the engines' threads begin to load while the editor does.

import './workers.js';

void import('./main.js');
