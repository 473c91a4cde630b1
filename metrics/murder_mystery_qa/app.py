"""The metric as a Space: a form that computes it."""

import evaluate
from evaluate.utils import launch_gradio_widget

module = evaluate.load("murder_mystery_qa")
launch_gradio_widget(module)
