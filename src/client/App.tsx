import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider, type DataRouter } from 'react-router';
import { ServicesProvider, type Services } from './data/services.ts';

/** The whole client: its services, its cache, its screens. */
export function App({ services, router }: { services: Services; router: DataRouter }) {
  return (
    <QueryClientProvider client={services.queryClient}>
      <ServicesProvider value={services}>
        <RouterProvider router={router} />
      </ServicesProvider>
    </QueryClientProvider>
  );
}
