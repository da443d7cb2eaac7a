import { useCallback, type RefCallback } from 'react';

/**
 * A ref for the image that shows a picture which came as base64. It has an address of its own for as long as the
 * image is there, because the security policy refuses `data:` addresses.
 *
 * @param type the media type, e.g. `image/png`
 */
export function usePicture(base64: string, type: string): RefCallback<HTMLImageElement> {
  return useCallback(
    (image) => {
      if (!image) return undefined;
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const address = URL.createObjectURL(new Blob([bytes], { type }));
      image.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [base64, type],
  );
}
