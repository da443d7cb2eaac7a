import { ServicesProvider, type Services } from './api/services.ts';
import { AppRoutes } from './routes.tsx';

/** The whole client inside a router: its services and its screens. */
export function App({ services }: { readonly services: Services }) {
  return (
    <ServicesProvider value={services}>
      <AppRoutes />
    </ServicesProvider>
  );
}
