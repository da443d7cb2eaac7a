import { useEffect, useState, type DragEvent } from 'react';

/**
 * Refuses files that are dropped where nothing takes them: the browser would show them in place of the page, or next to
 * it. The pointer shows it while they are dragged there.
 */
export function useRefuseDrops(): void {
  useEffect(() => {
    const refuse = (event: globalThis.DragEvent): void => {
      if (event.defaultPrevented || !hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
    };
    // Over another element the browser asks first with "dragenter": a drop that follows at once would be taken.
    const types = ['dragenter', 'dragover', 'drop'] as const;
    for (const type of types) document.addEventListener(type, refuse);
    return () => {
      for (const type of types) document.removeEventListener(type, refuse);
    };
  }, []);
}

/**
 * Takes files that are dropped on an element. Those that are dropped next to it {@link useRefuseDrops} refuses.
 *
 * @param onDrop takes the files; undefined while none are taken
 */
export function useFileDrop(onDrop: ((files: readonly File[]) => void) | undefined) {
  const [isOver, setOver] = useState(false);
  const accept = (event: DragEvent): void => {
    if (!onDrop || !hasFiles(event.dataTransfer)) return;
    event.preventDefault();
    setOver(true);
  };
  return {
    /** True while files are held over the element. */
    isOver: isOver && onDrop !== undefined,
    handlers: {
      onDragEnter: accept,
      onDragOver: accept,
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
