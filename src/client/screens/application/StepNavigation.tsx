import type { MouseEvent } from 'react';
import { NavLink } from 'react-router';
import type { PageDefinition } from '#form/definition/definition.ts';
import './StepNavigation.css';

type StepNavigationProps = {
  pages: readonly PageDefinition[];
  /** Called before the link is followed; it may prevent that. */
  onStep: (page: PageDefinition, event: MouseEvent) => void;
};

/** The steps of the form, numbered; the current one is marked for eye and ear. */
export function StepNavigation({ pages, onStep }: StepNavigationProps) {
  return (
    <nav aria-label="Steps of the application" className="no-print">
      <ol className="steps">
        {pages.map((page, index) => (
          <li key={page.id} className="steps__item">
            <NavLink to={page.path} className="steps__link" onClick={(event) => onStep(page, event)}>
              <span className="steps__number">{index + 1}</span>
              {page.title}
            </NavLink>
          </li>
        ))}
      </ol>
    </nav>
  );
}
