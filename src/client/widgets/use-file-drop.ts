import { useEffect, useState, type DragEvent } from 'react';

/**
 * Takes files that are dropped on an element. A file that is dropped beside it does nothing: the browser would
 * show it in place of the page.
 *
 * @param onDrop told of the files; undefined while none are taken
 */
export function useFileDrop(onDrop: ((files: readonly File[]) => void) | undefined) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const refuse = (event: globalThis.DragEvent): void => {
      if (event.defaultPrevented || !hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
    };
    document.addEventListener('dragover', refuse);
    document.addEventListener('drop', refuse);
    return () => {
      document.removeEventListener('dragover', refuse);
      document.removeEventListener('drop', refuse);
    };
  }, []);
  return {
    /** True while files are held over the element. */
    isOver: isOver && onDrop !== undefined,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!onDrop || !hasFiles(event.dataTransfer)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: (event: DragEvent) => {
        const { relatedTarget, currentTarget } = event;
        const isInside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
        if (!isInside) setOver(false);
      },
      onDrop: (event: DragEvent) => {
        setOver(false);
        if (!onDrop || !hasFiles(event.dataTransfer)) return;
        event.preventDefault();
        onDrop([...event.dataTransfer.files]);
      },
    },
  };
}

function hasFiles(data: DataTransfer | null): boolean {
  return data !== null && [...data.types].includes('Files');
}
