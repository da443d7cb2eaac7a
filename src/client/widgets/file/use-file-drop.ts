import { useEffect, useState, type DragEvent } from 'react';

/**
 * Refuses files that are dropped where nothing takes them: the browser would show them in place of the page, or beside
 * it. The pointer says so while they are held there.
 */
export function useRefuseDrops(): void {
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
}

/**
 * Takes files that are dropped on an element. Those that are dropped beside it {@link useRefuseDrops} refuses.
 *
 * @param onDrop takes the files; undefined while none are taken
 */
export function useFileDrop(onDrop: ((files: readonly File[]) => void) | undefined) {
  const [isOver, setOver] = useState(false);
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
