import { LabPage, labMetadata } from "#components/workbench/lab-page.tsx";

export const generateMetadata = labMetadata("bb");
export default LabPage;
