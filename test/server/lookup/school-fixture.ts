import type { DirectoryEntry } from '#server/lookup/directory-entry.ts';

/** A school of the official files, as stored. */
export const EAST_LINE = '080336000001,EAST HIGH SCHOOL,1600 CITY PARK ESPLANADE,DENVER,CO,80206';

export const EAST_HIGH: DirectoryEntry = {
  id: 'nces:080336000001',
  name: 'East High School',
  aliases: '',
  address_line_1: '1600 City Park Esplanade',
  city: 'Denver',
  state: 'CO',
  zip: '80206',
  country: 'USA',
  weight: 0,
};
