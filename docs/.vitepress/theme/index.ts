// The default theme, with colours of enough contrast and a frame for the playground.

import DefaultTheme from 'vitepress/theme';
import './style.css';

export default DefaultTheme;
