/* Vectors and texts of Rust's std. */
typedef unsigned long usize;

/* The room of any vector. */
struct model_vector {
  usize capacity;
  void *room;
};

/* String, which is Vec<u8>. */
struct model_string {
  struct model_vector bytes;
  usize length;
};
