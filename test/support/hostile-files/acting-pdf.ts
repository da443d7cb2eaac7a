import { makePage, stream } from './pdf-file.ts';

/** A PDF with every kind of action, link and embedded file, all aimed at `address`. */
export function makeActingPdf(address: string): Buffer {
  const script = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>';
  const file = '<< /Type /Filespec /F (virus.exe) /EF << /F 8 0 R >> >>';
  return makePage({
    catalog: `/OpenAction ${script} /AA << /WC ${script} >> /Names << /JavaScript << /Names [(a) ${script}] >> /EmbeddedFiles << /Names [(virus.exe) ${file}] >> >> /AcroForm << /Fields [6 0 R] /XFA 7 0 R >> /URI << /Base (${address}) >> /AF [${file}]`,
    page: `/AA << /O ${script} >> /AF [${file}] /Metadata 7 0 R /Annots [6 0 R ${[
      `/Subtype /Link /A << /S /Launch /F (calc.exe) /Next ${script} >>`,
      `/Subtype /Link /A << /S /GoToR /F (\\\\\\\\server\\\\share\\\\x.pdf) /D [0 /Fit] >>`,
      `/Subtype /Link /A << /S /URI /URI (file:///etc/passwd) >>`,
      `/Subtype /Link /A << /S /URI /URI (javascript:alert\\(1\\)) >>`,
      `/Subtype /Link /A << /S /URI /URI (https://example.org/portfolio) >>`,
      `/Subtype /FileAttachment /FS ${file}`,
      `/Subtype /RichMedia /RichMediaContent << /Assets << /Names [(a) ${file}] >> >>`,
      `/Subtype /Widget /FT /Btn /A << /S /SubmitForm /F << /FS /URL /F (${address}) >> >>`,
    ]
      .map(annotation)
      .join(' ')}]`,
    resources: `/XObject << /X1 9 0 R >> /Properties << /P1 << /S /JavaScript /JS (app.alert\\(2\\)) >> /P2 << /S 11 0 R /F (calc.exe) >> >>`,
    content: '/X1 Do',
    more: [
      `<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /Rect [20 100 120 120] /AA << /K ${script} >> /AP << /N 10 0 R >> >>`,
      stream('', `<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><submit target="${address}"/></xdp:xdp>`),
      stream('/Type /EmbeddedFile', 'MZ this program cannot be run'),
      stream(
        `/Type /XObject /Subtype /Form /BBox [0 0 10 10] /OPI << /2.0 << /F (${address}) >> >> /Ref << /F ${file} /Page 0 >> /PieceInfo << /X << /Private ${script} >> >>`,
        '0 0 1 rg 0 0 10 10 re f',
      ),
      // Appearance of the field: a red box, which must stay visible.
      stream('/Type /XObject /Subtype /Form /BBox [0 0 100 20]', '1 0 0 rg 0 0 100 20 re f'),
      // A name as an object of its own.
      '/Named',
    ],
  });
}

function annotation(entries: string): string {
  return `<< /Type /Annot /Rect [10 10 60 30] ${entries} >>`;
}
