"""all-MiniLM-L6-v2 alone: title and body of a topic against question and answer, by the cosine of their embeddings.

usage: minilm_search.py DATA MODEL RUN

MODEL is the folder of the model (`model.safetensors`, `tokenizer.json`). The forward pass is written out in numpy, so
that no framework is needed: texts of one length go through together, nothing is padded. As its authors set it,
texts are cut after 256 word pieces and an embedding is the mean over all pieces, brought to length 1. The dollars of
formulas are taken out, their LaTeX is read as it stands. Vectors are kept beside the run: about ten minutes of one core.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import sys
import time

import collection
import numpy
from safetensors.numpy import load_file
from scipy.special import erf
from tokenizers import Tokenizer

PIECES = 256
BATCH = 16
LAYERS = 6
HEADS = 12
DEPTH = 1000


class MiniLm:
    def __init__(self, folder):
        weights = load_file(f"{folder}/model.safetensors")
        self.weights = {name.removeprefix("bert."): value.astype(numpy.float32) for name, value in weights.items()}
        self.tokenizer = Tokenizer.from_file(f"{folder}/tokenizer.json")
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(PIECES)

    def norm(self, x, name):
        centred = x - x.mean(-1, keepdims=True)
        deviation = numpy.sqrt((centred**2).mean(-1, keepdims=True) + 1e-12)
        return centred / deviation * self.weights[name + ".weight"] + self.weights[name + ".bias"]

    def linear(self, x, name):
        return x @ self.weights[name + ".weight"].T + self.weights[name + ".bias"]

    def attention(self, x, layer):
        texts, length, width = x.shape
        shape = (texts, length, HEADS, width // HEADS)
        query, key, value = (
            self.linear(x, f"{layer}attention.self.{name}").reshape(shape).transpose(0, 2, 1, 3)
            for name in ("query", "key", "value")
        )
        scores = query @ key.transpose(0, 1, 3, 2) / numpy.float32(numpy.sqrt(width // HEADS))
        scores = numpy.exp(scores - scores.max(-1, keepdims=True))
        scores /= scores.sum(-1, keepdims=True)
        mixed = (scores @ value).transpose(0, 2, 1, 3).reshape(texts, length, width)
        return self.linear(mixed, f"{layer}attention.output.dense")

    def forward(self, pieces):
        """Embeddings of texts of one length."""
        embed = "embeddings."
        x = self.weights[embed + "word_embeddings.weight"][pieces]
        x = x + self.weights[embed + "position_embeddings.weight"][: pieces.shape[1]]
        x = self.norm(x + self.weights[embed + "token_type_embeddings.weight"][0], embed + "LayerNorm")
        for number in range(LAYERS):
            layer = f"encoder.layer.{number}."
            x = self.norm(self.attention(x, layer) + x, layer + "attention.output.LayerNorm")
            inner = self.linear(x, layer + "intermediate.dense")
            inner = (inner * 0.5 * (1 + erf(inner / numpy.float32(numpy.sqrt(2))))).astype(numpy.float32)
            x = self.norm(self.linear(inner, layer + "output.dense") + x, layer + "output.LayerNorm")
        mean = x.mean(1)
        return mean / numpy.linalg.norm(mean, axis=-1, keepdims=True)

    def encode(self, texts):
        pieces = [encoding.ids for encoding in self.tokenizer.encode_batch(texts)]
        by_length = {}
        for number, ids in enumerate(pieces):
            by_length.setdefault(len(ids), []).append(number)
        vectors = numpy.zeros((len(texts), 384), numpy.float32)
        for numbers in by_length.values():
            for start in range(0, len(numbers), BATCH):
                batch = numbers[start : start + BATCH]
                vectors[batch] = self.forward(numpy.array([pieces[number] for number in batch]))
        return vectors


def embedded(model, texts, path):
    if os.path.exists(path):
        return numpy.load(path)
    began = time.process_time()
    vectors = model.encode([text.replace("$", "") for text in texts])
    numpy.save(path, vectors)
    print(f"{path}: {len(texts)} texts, {time.process_time() - began:.0f} CPU seconds", flush=True)
    return vectors


def main(data, folder, run):
    model = MiniLm(folder)
    topics = list(collection.topics(data))
    documents = list(collection.documents(data))
    asked = embedded(model, [topic.text() for topic in topics], f"{run}.topics.npy")
    stored = embedded(model, [document.text() for document in documents], f"{run}.answers.npy")

    def rankings():
        for topic, scores in zip(topics, asked @ stored.T):
            order = numpy.argsort(-scores, kind="stable")[:DEPTH]
            yield topic.id, [(documents[place].id, scores[place]) for place in order]

    collection.write_run(run, "minilm", rankings())


if __name__ == "__main__":
    main(*sys.argv[1:])
