#!/usr/bin/env bash
# What the action does. Settings come from the environment (see action.yml), never from the command line: what a manifest is called is no shell text.
set -euo pipefail

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
work="$(mktemp -d "${RUNNER_TEMP:-/tmp}/faultline.XXXXXX")"
cli="$work/faultline.mjs"
node "$here/fetch.mjs" "$cli"

options=()
if [ "$PRUNE" = true ]; then options+=(--prune); fi

case "$MODE" in
  validate)
    exec node "$cli" validate -- "$MANIFEST"
    ;;
  push)
    # --yes: what is deleted has been reviewed where the manifest was.
    exec node "$cli" push "${options[@]+"${options[@]}"}" --yes -- "$MANIFEST"
    ;;
  preview)
    if [ "$FAIL_ON_CHANGES" = true ]; then options+=(--fail-on-changes); fi
    if [ -n "$FAIL_ON" ]; then options+=(--fail-on "$FAIL_ON"); fi
    status=0
    node "$cli" push --preview "${options[@]+"${options[@]}"}" --format sarif -- "$MANIFEST" > "$work/faultline.sarif" || status=$?
    node "$cli" push --preview "${options[@]+"${options[@]}"}" --format junit -- "$MANIFEST" > "$work/faultline.xml" || status=$?
    node "$cli" push --preview "${options[@]+"${options[@]}"}" --format markdown -- "$MANIFEST" > "$work/comment.md" || status=$?
    {
      if [ -s "$work/comment.md" ]; then echo "comment=$work/comment.md"; fi
      if [ -s "$work/faultline.sarif" ]; then echo "sarif=$work/faultline.sarif"; fi
      if [ -s "$work/faultline.xml" ]; then echo "junit=$work/faultline.xml"; fi
    } >> "$GITHUB_OUTPUT"
    cat "$work/comment.md" >> "$GITHUB_STEP_SUMMARY"
    exit "$status"
    ;;
  *)
    echo "mode is validate, preview or push, not \"$MODE\"" >&2
    exit 1
    ;;
esac
