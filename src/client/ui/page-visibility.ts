/** Calls the listener when the page is hidden or left. @returns an unsubscribe function */
export function onPageHidden(listener: () => void): () => void {
  const stop = onVisibility('hidden', listener);
  const leave = (): void => listener();
  window.addEventListener('pagehide', leave);
  return () => {
    stop();
    window.removeEventListener('pagehide', leave);
  };
}

/** Calls the listener when the page becomes visible. @returns an unsubscribe function */
export function onPageShown(listener: () => void): () => void {
  return onVisibility('visible', listener);
}

function onVisibility(state: DocumentVisibilityState, listener: () => void): () => void {
  const look = (): void => {
    if (document.visibilityState === state) listener();
  };
  document.addEventListener('visibilitychange', look);
  return () => document.removeEventListener('visibilitychange', look);
}
