#!/bin/sh
# Fills fuzz/corpus/ with what the fuzzers start from: every component of the corpus and the examples, their interfaces, and the
# class files of the Java corpus.
set -eu
cd "$(dirname "$0")/.."
cargo build --quiet --release --package etiquette
etiquette="${CARGO_TARGET_DIR:-target}/release/etiquette"
mkdir -p fuzz/corpus/parse_component fuzz/corpus/synthesise fuzz/corpus/read_json \
    fuzz/corpus/read_class fuzz/corpus/read_stubs
find java-corpus -name '*.class' | while read -r file; do
    cp "$file" "fuzz/corpus/read_class/$(echo "$file" | tr / -)"
done
echo 'Overloads.put(boolean, boolean) returns; throws Overloads; pure' > fuzz/corpus/read_stubs/overloads.stubs
find corpus examples -name '*.component' | while read -r file; do
    name=$(echo "$file" | tr / -)
    cp "$file" "fuzz/corpus/parse_component/$name"
    cp "$file" "fuzz/corpus/synthesise/$name"
    # Exit code 3 is fine: an interface that stopped early is a seed too.
    "$etiquette" synth "$file" --format json --max-states 20 > "fuzz/corpus/read_json/$name" || test $? -eq 3 || true
done
