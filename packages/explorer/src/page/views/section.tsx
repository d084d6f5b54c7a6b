import type { ComponentChildren, VNode } from 'preact';

interface SectionProps {
  readonly title: string;
  readonly note?: string;
  readonly children: ComponentChildren;
}

/** A part of the page of a method. */
export function Section({ title, note, children }: SectionProps): VNode {
  return (
    <section class="method-section">
      <h2>
        {title}
        {note !== undefined && <span class="section-note">{note}</span>}
      </h2>
      {children}
    </section>
  );
}
