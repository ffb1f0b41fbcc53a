"""The book: a static site of the course whose sliders move without a kernel. `make book` builds it in build/book."""
