import type { ComponentProps } from 'react';

type FileInputProps = Pick<ComponentProps<'input'>, 'accept' | 'capture' | 'ref'> & {
  readonly onFiles: (files: readonly File[]) => void;
};

/** What a button clicks so that the device asks for files: several, which may be the pages of one document. */
export function FileInput({ onFiles, ...rest }: FileInputProps) {
  return (
    <input
      {...rest}
      type="file"
      hidden
      multiple={rest.capture === undefined}
      onChange={({ currentTarget }) => {
        const files = [...(currentTarget.files ?? [])];
        // Emptied, so that the same file can be chosen once more.
        currentTarget.value = '';
        if (files.length > 0) onFiles(files);
      }}
    />
  );
}
