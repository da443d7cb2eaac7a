import { useEffect, useEffectEvent, useState } from 'react';
import { Spinner } from '#client/ui/Spinner.tsx';

type PhotoPreviewProps = {
  readonly photo: File;
  /** Quarters, clockwise. */
  readonly turns: number;
  readonly label: string;
  readonly preview: (photo: File) => Promise<Blob>;
  readonly onFault: (error: unknown) => void;
};

/** A photo, small and upright. */
export function PhotoPreview({ photo, turns, label, preview, onFault }: PhotoPreviewProps) {
  const [address, setAddress] = useState<string>();
  const read = useEffectEvent(preview);
  const fail = useEffectEvent(onFault);
  useEffect(() => {
    let made = '';
    let isGone = false;
    const show = (picture: Blob): void => {
      if (isGone) return;
      made = URL.createObjectURL(picture);
      setAddress(made);
    };
    read(photo).then(show, (error: unknown) => void (isGone || fail(error)));
    return () => {
      isGone = true;
      URL.revokeObjectURL(made);
    };
  }, [photo]);
  return (
    <span className="photo-page-picture">
      {address === undefined ? (
        <Spinner size="s" />
      ) : (
        <img src={address} alt={label} className={`photo-page-image photo-page-turned-${turns % 4}`} />
      )}
    </span>
  );
}
