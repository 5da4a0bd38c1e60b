//! The look of the picture, for light and for dark pages.

/// The style sheet.
pub const STYLE: &str = r#"
    text { font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "DejaVu Sans", sans-serif; fill: #1f2328 }
    .code text, text.code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 12px }
    .page { fill: #ffffff; stroke: #d0d7de }
    .title { font-size: 16px; font-weight: 600 }
    .caption { font-size: 12px; fill: #59636e }
    .state rect { fill: #f6f8fa; stroke: #818b98; stroke-width: 1.25 }
    .state .name { font-size: 14px; font-weight: 600 }
    .state .code { fill: #59636e }
    .initial rect { fill: #ddf4ff; stroke: #0969da }
    .dead-end rect { fill: #ffebe9; stroke: #cf222e; stroke-width: 2 }
    .state .doubtful { fill: #9a6700; font-style: italic }
    .doubt { fill: none; stroke: #bf8700; stroke-dasharray: 4 3 }
    .unexplored rect { stroke-dasharray: 5 4 }
    .edge path { fill: none; stroke: #818b98; stroke-width: 1.25 }
    .edge text { fill: #0a3069 }
    .in-doubt path { stroke: #bf8700; stroke-dasharray: 4 3 }
    .in-doubt text { fill: #9a6700; font-style: italic }
    .edge .halo { fill: #ffffff }
    .edge:hover path { stroke: #0969da; stroke-width: 2.5 }
    .jump .target { fill: none; stroke: #818b98; stroke-dasharray: 2 2 }
    .jump .target-name { font-size: 12px; fill: #59636e }
    .arrow { fill: #6e7781 }
    .dot { fill: #0969da }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3 }
      .page { fill: #0d1117; stroke: #30363d }
      .caption, .state .code { fill: #9198a1 }
      .state rect { fill: #161b22; stroke: #7d8590 }
      .initial rect { fill: #0c2d6b; stroke: #58a6ff }
      .dead-end rect { fill: #490202; stroke: #f85149 }
      .state .doubtful { fill: #d29922 }
      .doubt { stroke: #9e6a03 }
      .edge path { stroke: #7d8590 }
      .edge text { fill: #a5d6ff }
      .in-doubt path { stroke: #9e6a03 }
      .in-doubt text { fill: #d29922 }
      .edge .halo { fill: #0d1117 }
      .edge:hover path { stroke: #58a6ff }
      .jump .target { stroke: #7d8590 }
      .jump .target-name { fill: #9198a1 }
      .arrow { fill: #9198a1 }
      .dot { fill: #58a6ff }
    }
  "#;
