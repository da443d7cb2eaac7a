import { useEffect, useState, type DragEvent } from 'react';

/** Refuses files dropped outside a target, which browsers would open. */
export function useRefuseDrops(): void {
  useEffect(() => {
    const refuse = (event: globalThis.DragEvent): void => {
      if (event.defaultPrevented || !hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
    };
    // "dragenter" too, because an immediate drop would otherwise be accepted.
    const stop = new AbortController();
    for (const type of ['dragenter', 'dragover', 'drop'] as const)
      document.addEventListener(type, refuse, { signal: stop.signal });
    return () => stop.abort();
  }, []);
}

/** Accepts files dropped on an element; disabled if `onDrop` is undefined. */
export function useFileDrop(onDrop: ((files: readonly File[]) => void) | undefined) {
  const [isOver, setOver] = useState(false);
  const accept = (event: DragEvent): void => {
    if (!onDrop || !hasFiles(event.dataTransfer)) return;
    event.preventDefault();
    setOver(true);
  };
  return {
    /** Whether files are dragged over the element. */
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
