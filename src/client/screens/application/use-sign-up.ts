import { useNavigate } from 'react-router';
import { useServices } from '#client/data/services.ts';
import { useApplication } from './application.ts';
import { keepVisitorAnswers } from './keep-answers.ts';

/** Sends a visitor to sign up; what was answered goes along. */
export function useSignUp(): () => void {
  const application = useApplication();
  const { carried } = useServices();
  const navigate = useNavigate();
  return () => {
    keepVisitorAnswers(application, carried);
    void navigate('/signup');
  };
}
