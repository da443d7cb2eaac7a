import { Sheet } from '#client/ui/dialog/Sheet.tsx';
import { SectionList, type SectionListProps } from './SectionList.tsx';

type SectionSheetProps = Omit<SectionListProps, 'replace'> & { readonly onClose: () => void };

/** The sections of a page to choose from, on a phone. */
export function SectionSheet({ onClose, ...list }: SectionSheetProps) {
  return (
    <Sheet title={list.page.title} onClose={onClose}>
      <SectionList {...list} replace />
    </Sheet>
  );
}
