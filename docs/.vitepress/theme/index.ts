// The default theme, with colours of enough contrast, a frame for the playground, and a page for addresses that do not exist.

import DefaultTheme from 'vitepress/theme';
import { h } from 'vue';
import './style.css';

const notFound = () =>
  h('main', { class: 'not-found' }, [
    h('h1', 'There is no such page'),
    h('p', h('a', { href: import.meta.env.BASE_URL }, 'Go to the first page')),
  ]);

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'not-found': notFound }),
};
