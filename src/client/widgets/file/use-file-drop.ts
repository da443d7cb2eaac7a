import { useEffect, useState, type DragEvent } from 'react';

/** Refuses files dropped outside a target, which browsers would open. */
export function useRefuseDrops(): void {
  useEffect(() => {
    const refuse = (event: globalThis.DragEvent): void => {
      if (event.defaultPrevented || !hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
    };
    // Over another element the browser asks first with "dragenter": a drop that follows at once would be taken.
    const stop = new AbortController();
    for (const type of ['dragenter', 'dragover', 'drop'] as const)
      document.addEventListener(type, refuse, { signal: stop.signal });
    return () => stop.abort();
  }, []);
}

/** Accepts files dropped on an element; `onDrop` is undefined while none are accepted. */
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
