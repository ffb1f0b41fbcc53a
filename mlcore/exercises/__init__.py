"""The exercises, one module per lecture, under the lecture's stem. `mlcore.check` finds them by itself."""
