import { createSvgIcon } from '@mui/material/utils';

const icon = (name: string, path: string) => createSvgIcon(<path d={path} />, name);

/** From Google's Material Symbols (Apache License 2.0). */
export const SearchIcon = icon(
  'Search',
  'M15.500 14h-.79l-.28-.27A6.470 6.470 0 0 0 16 9.500 6.500 6.500 0 1 0 9.500 16c1.610 0 3.090-.590 4.230-1.570l.27.28v.79l5 4.990L20.490 19zm-6 0a4.500 4.500 0 1 1 0-9 4.500 4.500 0 0 1 0 9',
);
export const FaultIcon = icon('Fault', 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20m1 15h-2v-2h2zm0-4h-2V7h2z');
export const RightIcon = icon(
  'Right',
  'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20m-2 15-5-5 1.410-1.410L10 14.170l7.590-7.590L19 8z',
);
export const UnseenIcon = icon(
  'Unseen',
  'M12 7a5 5 0 0 1 4.640 6.830l2.920 2.920A11.800 11.800 0 0 0 23 12a11.830 11.830 0 0 0-15-6.800l2.170 2.160A5 5 0 0 1 12 7M2 4.270l2.740 2.740A11.800 11.800 0 0 0 1 12a11.830 11.830 0 0 0 15.380 6.660L19.730 22 21 20.730 3.270 3zM7.530 9.800l1.550 1.550a3 3 0 0 0 3.570 3.570l1.550 1.550A5 5 0 0 1 7.530 9.800m4.310-.780 3.150 3.150.020-.160a3 3 0 0 0-3-3z',
);
export const ChangedIcon = icon(
  'Changed',
  'M3 17.250V21h3.750L17.810 9.940l-3.750-3.750zM20.710 7.040a1 1 0 0 0 0-1.410l-2.340-2.340a1 1 0 0 0-1.410 0l-1.830 1.830 3.750 3.750z',
);
export const OpenedIcon = icon('Opened', 'M7.410 8.590 12 13.170l4.590-4.580L18 10l-6 6-6-6z');
export const ClosedIcon = icon('Closed', 'M10 6 8.590 7.410 13.170 12l-4.580 4.590L10 18l6-6z');
export const PhoneIcon = icon(
  'Phone',
  'M17 1H7a2 2 0 0 0-2 2v18a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V3a2 2 0 0 0-2-2m0 18H7V5h10z',
);
export const DesktopIcon = icon(
  'Desktop',
  'M21 2H3a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h7v2H8v2h8v-2h-2v-2h7a2 2 0 0 0 2-2V4a2 2 0 0 0-2-2m0 14H3V4h18z',
);
export const PersonIcon = icon(
  'Person',
  'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8m0 2c-2.670 0-8 1.340-8 4v2h16v-2c0-2.660-5.330-4-8-4',
);
