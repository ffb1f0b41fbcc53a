"""What all estimators for two classes share."""

from typing import Any

from sklearn.base import ClassifierMixin

from mlcore.base.types import Array


class BinaryClassifierMixin(ClassifierMixin):
    """The class by the sign of the score, and the word to scikit-learn that there are two of them."""

    classes_: Array
    decision_function: Any

    def predict(self, X) -> Array:
        """The class (m,) of each row of X (m, d): classes_[1] where its score is positive, and classes_[0] at 0."""
        score = self.decision_function(X)
        return self.classes_[(score > 0).astype(int)]

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags
