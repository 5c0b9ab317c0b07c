/*
 * The parts of libstdc++'s lists, trees and tables that stand in its shared object. Trees are not balanced: an order of their elements needs no
 * balance, and the steps of a rotation would be steps of the program.
 */

struct model_list {
  struct model_list *next, *previous;
};

void model_hook(struct model_list *self, struct model_list *at) __asm__("_ZNSt8__detail15_List_node_base7_M_hookEPS0_");
void model_hook(struct model_list *self, struct model_list *at) {
  self->next = at;
  self->previous = at->previous;
  at->previous->next = self;
  at->previous = self;
}
void model_unhook(struct model_list *self) __asm__("_ZNSt8__detail15_List_node_base9_M_unhookEv");
void model_unhook(struct model_list *self) {
  self->previous->next = self->next;
  self->next->previous = self->previous;
}
/* Moves the nodes from `first` up to the one before `last` in front of `self`. */
void model_transfer(struct model_list *self, struct model_list *first, struct model_list *last) __asm__(
    "_ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_");
void model_transfer(struct model_list *self, struct model_list *first, struct model_list *last) {
  if (self == last || first == last) return;
  struct model_list *before = first->previous, *end = last->previous;
  before->next = last;
  last->previous = before;
  struct model_list *own = self->previous;
  own->next = first;
  first->previous = own;
  end->next = self;
  self->previous = end;
}
void model_reverse(struct model_list *self) __asm__("_ZNSt8__detail15_List_node_base10_M_reverseEv");
void model_reverse(struct model_list *self) {
  struct model_list *at = self;
  do {
    struct model_list *next = at->next;
    at->next = at->previous;
    at->previous = next;
    at = next;
  } while (at != self);
}
static void __model_rehang(struct model_list *to, const struct model_list *from, const struct model_list *was) {
  if (from->next == was) {
    to->next = to->previous = to;
    return;
  }
  to->next = from->next;
  to->previous = from->previous;
  to->next->previous = to->previous->next = to;
}
void model_swap_lists(struct model_list *a, struct model_list *b) __asm__("_ZNSt8__detail15_List_node_base4swapERS0_S1_");
void model_swap_lists(struct model_list *a, struct model_list *b) {
  struct model_list first = *a, second = *b;
  __model_rehang(a, &second, b);
  __model_rehang(b, &first, a);
}

/* The header of a tree is red and has the root as its parent, the first element on its left and the last on its right. */
enum { MODEL_RED = 0, MODEL_BLACK = 1 };
struct model_tree {
  int colour;
  struct model_tree *parent, *left, *right;
};

void model_insert(unsigned char on_left, struct model_tree *node, struct model_tree *parent, struct model_tree *header) __asm__(
    "_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_");
void model_insert(unsigned char on_left, struct model_tree *node, struct model_tree *parent, struct model_tree *header) {
  node->colour = MODEL_BLACK;
  node->parent = parent;
  node->left = node->right = 0;
  if (on_left) {
    parent->left = node;
    if (parent == header) {
      header->parent = node;
      header->right = node;
    } else if (parent == header->left) header->left = node;
  } else {
    parent->right = node;
    if (parent == header->right) header->right = node;
  }
}
static struct model_tree *__model_next(struct model_tree *node) {
  if (node->right) {
    for (node = node->right; node->left; node = node->left);
    return node;
  }
  struct model_tree *parent = node->parent;
  while (node == parent->right) {
    node = parent;
    parent = parent->parent;
  }
  return node->right != parent ? parent : node;
}
static struct model_tree *__model_before(struct model_tree *node) {
  if (node->colour == MODEL_RED && node->parent->parent == node) return node->right;
  if (node->left) {
    for (node = node->left; node->right; node = node->right);
    return node;
  }
  struct model_tree *parent = node->parent;
  while (node == parent->left) {
    node = parent;
    parent = parent->parent;
  }
  return parent;
}
struct model_tree *model_increment(struct model_tree *node) __asm__("_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base");
struct model_tree *model_increment(struct model_tree *node) { return __model_next(node); }
struct model_tree *model_increment_fixed(struct model_tree *node) __asm__("_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base");
struct model_tree *model_increment_fixed(struct model_tree *node) { return __model_next(node); }
struct model_tree *model_decrement(struct model_tree *node) __asm__("_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base");
struct model_tree *model_decrement(struct model_tree *node) { return __model_before(node); }
struct model_tree *model_decrement_fixed(struct model_tree *node) __asm__("_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base");
struct model_tree *model_decrement_fixed(struct model_tree *node) { return __model_before(node); }

/* Puts `by` where `node` hangs. */
static void __model_replace(struct model_tree *node, struct model_tree *by, struct model_tree *header) {
  if (header->parent == node) header->parent = by;
  else if (node->parent->left == node) node->parent->left = by;
  else node->parent->right = by;
  if (by) by->parent = node->parent;
}
struct model_tree *model_erase(struct model_tree *node, struct model_tree *header) __asm__(
    "_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_");
struct model_tree *model_erase(struct model_tree *node, struct model_tree *header) {
  struct model_tree *first = header->left == node ? __model_next(node) : header->left;
  struct model_tree *last = header->right == node ? __model_before(node) : header->right;
  if (!node->left) __model_replace(node, node->right, header);
  else if (!node->right) __model_replace(node, node->left, header);
  else {
    struct model_tree *next = node->right;
    while (next->left) next = next->left;
    if (next->parent != node) {
      __model_replace(next, next->right, header);
      next->right = node->right;
      next->right->parent = next;
    }
    __model_replace(node, next, header);
    next->left = node->left;
    next->left->parent = next;
  }
  int empty = header->parent == 0;
  header->left = empty ? header : first;
  header->right = empty ? header : last;
  return node;
}

/* A table grows to the next of these numbers of buckets; its load is at most 1, whatever a program asks for. */
struct model_policy {
  float load;
  unsigned long next;
};
struct model_rehash {
  unsigned char grows;
  unsigned long buckets;
};
static unsigned long __model_buckets(struct model_policy *policy, unsigned long least) {
  unsigned long buckets = least <= 2 ? 2 : least <= 5 ? 5 : least <= 13 ? 13 : least <= 29 ? 29 : least <= 59 ? 59 : least <= 127 ? 127 : 2 * least + 1;
  policy->next = buckets;
  return buckets;
}
struct model_rehash model_need(struct model_policy *policy, unsigned long buckets, unsigned long elements, unsigned long more) __asm__(
    "_ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm");
struct model_rehash model_need(struct model_policy *policy, unsigned long buckets, unsigned long elements, unsigned long more) {
  struct model_rehash none = {0, 0};
  unsigned long least = elements + more;
  if (least <= policy->next) return none;
  if (policy->next == 0 && least < 12) least = 12;
  if (least < buckets) {
    policy->next = buckets;
    return none;
  }
  struct model_rehash found = {1, __model_buckets(policy, least + 1 > 2 * buckets ? least + 1 : 2 * buckets)};
  return found;
}
unsigned long model_next_buckets(struct model_policy *policy, unsigned long least) __asm__(
    "_ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm");
unsigned long model_next_buckets(struct model_policy *policy, unsigned long least) { return __model_buckets(policy, least); }

/* Which hash it is, no program may depend on. */
unsigned long model_hash(const unsigned char *bytes, unsigned long n, unsigned long seed) __asm__("_ZSt11_Hash_bytesPKvmm");
unsigned long model_hash(const unsigned char *bytes, unsigned long n, unsigned long seed) {
  unsigned long hash = seed;
  for (unsigned long k = 0; k < n; k++) hash = 31 * hash + bytes[k];
  return hash;
}

/* The allocator of characters has no state. */
#define MODEL_NOTHING(name, symbol)              \
  void model_##name(void *self) __asm__(symbol); \
  void model_##name(void *self) { (void)self; }
MODEL_NOTHING(allocator1, "_ZNSaIcEC1Ev")
MODEL_NOTHING(allocator2, "_ZNSaIcEC2Ev")
MODEL_NOTHING(allocator3, "_ZNSaIcED1Ev")
MODEL_NOTHING(allocator4, "_ZNSaIcED2Ev")
void model_allocator5(void *self, const void *other) __asm__("_ZNSaIcEC1ERKS_");
void model_allocator5(void *self, const void *other) { (void)self, (void)other; }
void model_allocator6(void *self, const void *other) __asm__("_ZNSaIcEC2ERKS_");
void model_allocator6(void *self, const void *other) { (void)self, (void)other; }
