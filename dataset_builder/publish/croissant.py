"""Croissant metadata (https://docs.mlcommons.org/croissant/) of the Parquet files of a data set."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any

from turtlesoup_bench.errors import Problem
from turtlesoup_bench.records import LANGUAGES, Json

from .card import NAME
from .tables import Table

LICENCE = "https://creativecommons.org/licenses/by/4.0/"
_PARQUET = "application/x-parquet"
_READ = 5
_TYPES = {"int64": "INTEGER", "float64": "FLOAT"}


def croissant(folder: Path, chosen: Sequence[Table], suffix: str, version: str, released: str) -> Json:
    """The metadata: a record set a file, with the columns that its table describes.

    Args:
        folder: With the data files.
        chosen: The games' tables.
        suffix: Of the data files.
        version: Version of the data set.
        released: Date of the version, ISO 8601.

    Returns:
        JSON-LD.
    """
    import mlcroissant as mlc

    files, records = [], []
    for table in chosen:
        for name in table.selections():
            path = folder / f"{name}{suffix}"
            files.append(
                mlc.FileObject(
                    id=f"{name}{suffix}",
                    name=f"{name}{suffix}",
                    content_url=f"{name}{suffix}",
                    encoding_formats=[_PARQUET],
                    sha256=hashlib.sha256(path.read_bytes()).hexdigest(),
                )
            )
            fields = list(_fields(table.fields, path, name, f"{name}{suffix}"))
            records.append(mlc.RecordSet(id=name, name=name, description=f"Rows of {table.game}.", fields=fields))
    metadata = mlc.Metadata(
        name=NAME,
        description="Situation puzzles, multi-turn puzzles and murder mysteries in Chinese and English.",
        cite_as=f"turtlesoup-bench contributors: turtlesoup-bench {version}",
        license=[LICENCE],
        version=version,
        date_published=datetime.fromisoformat(released),
        in_language=list(LANGUAGES),
        distribution=files,
        record_sets=records,
    )
    document: Json = metadata.to_json()
    return document


def unlike_croissant(file: Path, expected: Mapping[str, Sequence[str]]) -> Iterator[Problem]:
    """A problem for each record set that does not begin with the ids that it should; one for broken metadata.

    Args:
        file: The metadata, beside the data files.
        expected: Record set → the ids of its rows, of which the first are read.
    """
    import mlcroissant as mlc

    try:
        described = mlc.Dataset(jsonld=str(file))
    except mlc.ValidationError as error:
        yield Problem(str(file), "", str(error), "valid Croissant metadata")
        return
    for name, ids in expected.items():
        read = [row[f"{name}/id"].decode() for row in islice(described.records(name), _READ)]
        if read != list(ids[:_READ]):
            yield Problem(str(file), name, ", ".join(read[:3]), f"{', '.join(ids[:3])} first")


def _fields(described: Mapping[str, str], path: Path, record: str, file: str) -> Iterator[Any]:
    from datasets import Features
    from pyarrow import parquet

    types = Features.from_arrow_schema(parquet.read_schema(path))
    return (_field(f"{record}/{name}", told, types[name], file, name) for name, told in described.items())


def _field(place: str, description: str | None, type_: Any, file: str, column: str, inside: str | None = None) -> Any:
    """A column, or what stands under a name inside a column of records."""
    import mlcroissant as mlc
    from datasets import Image, List

    def source(path: str | None) -> Any:
        transforms = [mlc.Transform(json_path=path)] if path else []
        return mlc.Source(file_object=file, extract=mlc.Extract(column=column), transforms=transforms)

    is_list = isinstance(type_, List)
    inner = type_.feature if is_list else type_
    kind: dict[str, Any] = {"repeated": True} if is_list and not inside else {}
    if isinstance(inner, dict):
        below = [_field(f"{place}/{name}", None, one, file, column, name) for name, one in inner.items()]
        kind |= {"sub_fields": below}
    elif isinstance(inner, Image):
        kind |= {"data_types": [mlc.DataType.IMAGE_OBJECT], "source": source("bytes")}
    else:
        kind |= {"data_types": [getattr(mlc.DataType, _TYPES.get(inner.dtype, "TEXT"))], "source": source(inside)}
    return mlc.Field(id=place, name=place.rpartition("/")[2], description=description, **kind)
